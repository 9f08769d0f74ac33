public import Basics

// The texts of the timeline's tasks in sports whose words are not those of baseball.

extension TimelineTask {
  /// Returns the task in the words of a sport. A task that is not part of the program stays as it
  /// is.
  public func worded(for sport: Sport) -> TimelineTask {
    guard let words = SportWords.byTask[id] else { return self }
    var task = self
    for (part, text) in words {
      let text = text.words(for: sport)
      switch part {
      case .title: task.title = text
      case .description: task.description = text
      case .why: task.whyItMatters = text
      case .risk: task.failureRisk = text
      }
    }
    return task
  }
}

extension Sport {
  /// Returns the title of a task in the words of this sport.
  public func title(ofTask id: RecordID, otherwise title: String) -> String {
    let words = SportWords.byTask[id]?.first { $0.part == .title }
    return words?.text.words(for: self) ?? title
  }
}

private enum SportWords {
  enum Part: String { case title, description, why, risk }

  /// The texts of the tasks that mention baseball in the catalogue, in the words of this sport.
  /// They are from the data file: `11-22 title: …`.
  static let byTask: [RecordID: [(part: Part, text: String)]] = {
    var found: [RecordID: [(part: Part, text: String)]] = [:]
    for line in EmbeddedFile(PackageResources.other_sports_txt).lines(
      separatedBy: UInt8(ascii: ":"), most: 2)
    {
      let place = line[0].split(separator: " ").map(String.init)
      guard place.count == 2, let part = Part(rawValue: place[1]) else { continue }
      found[CatalogueTask.id(forKey: place[0]), default: []].append((part, line[1]))
    }
    return found
  }()
}

extension String {
  fileprivate func words(for sport: Sport) -> String {
    replacing("{sport}", with: sport.inSentence).replacing("{Sport}", with: sport.inTitle)
      .replacing("{film}", with: sport.film).replacing("{tests}", with: sport.tests)
  }
}
