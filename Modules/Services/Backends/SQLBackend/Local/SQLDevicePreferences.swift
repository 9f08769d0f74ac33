public import Basics
public import Domain
import Persistence
import SQLite

extension SQLBackend {
  public var devicePreferences: DevicePreferencesGateway {
    DevicePreferencesGateway {
      $0.value.implement { key throws(Problem) in
        try await self.read { scope in
          try scope.connection.devicePreferences.value(key, of: scope.caller.id)
        }
      }
      $0.set.implement { key, value throws(Problem) in
        try await self.remember { scope in
          try scope.connection.setDevicePreference(key, value, of: scope.caller.id)
        }
      }
    }
  }

  /// Returns the preferences of the device itself, which belong to no person, such as the theme and
  /// the profile that was used last.
  public func deviceValues() throws(Problem) -> [String: String] {
    try answering { try file.read { try $0.devicePreferences.values(of: nil) } }
  }

  public func setDeviceValue(_ value: String?, for key: String) throws(Problem) {
    try answering { try file.write { try $0.setDevicePreference(key, value, of: nil) } }
  }
}

extension DatabaseConnection {
  func setDevicePreference(_ key: String, _ value: String?, of person: RecordID?) throws {
    if let value {
      try devicePreferences.set(key, to: value, for: person)
    } else {
      try devicePreferences.remove(key, of: person)
    }
  }
}
