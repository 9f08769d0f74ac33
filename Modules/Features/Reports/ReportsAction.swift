public import Domain
public import FeatureKit
public import Mailing

extension ReportsFeature {
  public enum Action: Equatable, Sendable {
    case viewRequested(RangeRequest)
    case visitLoaded(Result<Visit, Problem>)
    case generationRequested(RangeRequest)
    case reportGenerated(Result<Generated, Problem>)
    case comparisonRequested(Span, Span)
    case comparisonGenerated(Result<Comparison, Problem>)
    case contactsRequested(RangeRequest, all: Bool)
    case contactsCounted(Result<Contacts, Problem>)
    case savedRequested(String?)
    case savedLoaded(String?, Result<SavedList, Problem>)
    case savingRequested(String, RangeRequest)
    case reportSaved(Result<SavedReport, Problem>)
    case forgettingRequested(String)
    case reportForgotten(Result<SavedReport, Problem>)
    case exportRequested(Export, RangeRequest)
    case exportGenerated(Export, Result<Generated, Problem>)
    case emailPrepared(Result<MailDelivery, Problem>)
    case emailConfirmed(MailDelivery)
    case emailFinished(MailResult)
    case reloadRequested
    case pageLeft
    case viewerChanged
    case signedOut
  }

  /// The reports that were saved under a name, and the viewer to whom the list belongs.
  public struct SavedList: Equatable, Sendable {
    public var visit: Visit
    public var reports: [SavedReport]

    public init(visit: Visit, reports: [SavedReport]) {
      self.visit = visit
      self.reports = reports
    }
  }

  /// The file formats of an exported report.
  public enum ExportFormat: String, CaseIterable, Sendable {
    case csv, pdf
  }
}
