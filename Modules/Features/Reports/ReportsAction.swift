public import FeatureKit
public import Mailing

extension ReportsFeature {
  /// Everything that can happen to the page.
  public enum Action: Equatable, Sendable {
    case viewRequested(RangeRequest)
    case visitLoaded(Result<Visit, Problem>)
    case generationRequested(RangeRequest)
    case reportGenerated(Result<Generated, Problem>)
    case comparisonRequested(Span, Span)
    case comparisonGenerated(Result<Comparison, Problem>)
    case exportRequested(Export, RangeRequest)
    case exportGenerated(Export, Result<Generated, Problem>)
    case emailPrepared(Result<MailDelivery, Problem>)
    case emailConfirmed(MailDelivery)
    case emailFinished(MailResult)
    case reloadRequested
    case viewerChanged
    case signedOut
  }

  /// The forms in which a report leaves the page.
  public enum ExportFormat: String, CaseIterable, Sendable {
    case csv, pdf
  }
}
