public import Domain
public import FeatureKit

extension DashboardFeature {
  /// Everything that can happen to the packet.
  public enum PacketAction: Equatable, Sendable {
    case previewRequested(RecruitingPacket.Copy)
    case previewLoaded(RecordID, Result<PacketPreview, Problem>)
    case fileRequested(PacketForm, RecruitingPacket.Copy)
    case emailRequested(PacketRequest)
    case emailPrepared(Result<PacketSending, Problem>)
    case emailConfirmed(PacketSending)
    case emailFinished(PacketReport)
  }
}
