public import Domain
public import FeatureKit
public import Mailing

extension PacketFeature {
  public enum Action: PageAction {
    case previewRequested(RecruitingPacket.Copy)
    case pageOpened
    case refreshRequested
    case dataChanged
    case pageLoaded(Result<Preview, Problem>)
    case fileRequested(FileFormat, RecruitingPacket.Copy)
    case emailRequested(EmailRequest)
    case emailPrepared(Result<Email, Problem>)
    case emailConfirmed(Email)
    case emailFinished(MailResult)
    case choosingRequested(ChoiceChange)
    case packetChosen(Result<PacketChoice, Problem>)
    case viewerChanged
    case signedOut
  }
}
