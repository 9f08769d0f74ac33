import CivilTime
public import Domain
import FeatureKit

extension InMemoryBackend {
  public var metrics: MetricsGateway {
    MetricsGateway(
      list: { query, athlete throws(Problem) in
        try await self.read("metrics.list") { world, asking throws(Problem) in
          try world.requireToRead(athlete, by: asking.caller)
          return world.page(query, of: athlete)
        }
      },
      show: { id, athlete throws(Problem) in
        try await self.read("metrics.show") { world, asking throws(Problem) in
          try world.requireToRead(athlete, by: asking.caller)
          return world.row(try world.metric(id, of: athlete))
        }
      },
      add: { new, athlete throws(Problem) in
        try await self.write("metrics.add", as: "logMetric", for: athlete) {
          world, asking, summary throws(Problem) in
          var metric = PerformanceMetric(
            id: asking.ids.next(), athleteID: athlete, familyID: world.family(of: athlete)?.id,
            recordedDate: new.recordedDate, type: new.type, value: new.value)
          let sameDay = world.shared.metrics.values.filter {
            $0.athleteID == athlete && $0.recordedDate == new.recordedDate
          }
          metric.createdAt = MetricEntry.time(
            now: asking.now, after: sameDay.compactMap(\.createdAt).max())
          try world.change(&metric, new.fields, asking)
          let row = world.row(metric)
          summary.text = "Logged \(row.reference.handle) \(metric.measured)"
          return Saved(row)
        }
      },
      edit: { id, edit, athlete throws(Problem) in
        try await self.write("metrics.edit", as: "editMetric", for: athlete) {
          world, asking, summary throws(Problem) in
          var metric = try world.metric(id, of: athlete)
          try world.change(&metric, edit, asking)
          let row = world.row(metric)
          summary.text = "Changed \(row.reference.handle) \(metric.measured)"
          return Saved(row)
        }
      },
      deletionPreview: { id, athlete throws(Problem) in
        try await self.read("metrics.deletionPreview") { world, asking throws(Problem) in
          try asking.caller.requireToChangeData(of: athlete)
          return DeletedRecord(
            reference: world.reference(toMetric: try world.metric(id, of: athlete)))
        }
      },
      delete: { id, athlete throws(Problem) in
        try await self.write("metrics.delete", as: "deleteMetric", for: athlete) {
          world, asking, summary throws(Problem) in
          let metric = try world.metric(id, of: athlete)
          let reference = world.reference(toMetric: metric)
          world.shared.metrics[id] = nil
          summary.text = "Deleted \(reference.handle) \(metric.measured)"
          return DeletedRecord(reference: reference)
        }
      })
  }

  public var metricSummaries: MetricSummaryGateway {
    MetricSummaryGateway(byType: { filter, athlete throws(Problem) in
      try await self.read("metricSummaries.byType") { world, asking throws(Problem) in
        try world.requireToRead(athlete, by: asking.caller)
        return world.summaries(filter, of: athlete)
      }
    })
  }
}

extension World {
  func reference(toMetric metric: PerformanceMetric) -> Reference {
    let type = metric.type.raw.split(separator: "_").joined(separator: " ")
    return Reference(
      kind: .metric, id: metric.id, handle: "m\(handles.number(.metric, metric.id))",
      title: "\(type) \(metric.value)")
  }

  func reference(toEvent event: RecruitingEvent) -> Reference {
    Reference(
      kind: .event, id: event.id, handle: "e\(handles.number(.event, event.id))",
      title: event.name)
  }

  fileprivate func row(_ metric: PerformanceMetric) -> MetricRow {
    MetricRow(
      reference: reference(toMetric: metric), metric: metric,
      event: metric.eventID.flatMap { shared.events[$0] }.map(reference(toEvent:)))
  }

  fileprivate func metric(
    _ id: RecordID, of athlete: RecordID
  ) throws(Problem) -> PerformanceMetric {
    guard let metric = shared.metrics[id], metric.athleteID == athlete else {
      throw .noSuch(.metric)
    }
    return metric
  }

  fileprivate mutating func change(
    _ metric: inout PerformanceMetric, _ edit: MetricEdit, _ asking: Asking
  ) throws(Problem) {
    edit.apply(to: &metric)
    if let event = metric.eventID, shared.events[event]?.athleteID != metric.athleteID {
      throw .noSuch(.event)
    }
    try metric.check(today: asking.today)
    add(metric)
  }

  private func metrics(of athlete: RecordID) -> [PerformanceMetric] {
    MetricLists.newestFirst(
      shared.metrics.values.filter { $0.athleteID == athlete }.sorted { $0.id < $1.id })
  }

  fileprivate func page(
    _ query: ListQuery<PerformanceMetric>, of athlete: RecordID
  ) -> Listing<MetricRow> {
    let all = metrics(of: athlete)
    var matching = all.filter { query.filter.admits($0) && $0.says(query.search) }
    switch query.sort {
    case .date: break
    case .type:
      let types = MetricLists.types(in: matching)
      matching = types.flatMap { type in matching.filter { $0.type == type } }
    case .value: matching.sort { $0.value > $1.value }
    }
    if query.isReversed { matching.reverse() }
    let rows = matching.dropFirst(query.offset).prefix(query.limit ?? matching.count)
    return Listing(rows: rows.map(row), matching: matching.count, total: all.count)
  }

  fileprivate func summaries(
    _ filter: MetricFilter, of athlete: RecordID
  ) -> [MetricTypeSummary] {
    let matching = metrics(of: athlete).filter(filter.admits)
    return Dictionary(grouping: matching, by: \.type).values
      .sorted { (left, right) in
        MetricLists.newestFirst([left[0], right[0]]).first == left[0]
      }
      .map { newest in
        MetricTypeSummary(
          type: newest[0].type, count: newest.count, latest: row(newest[0]),
          recent: newest.prefix(MetricTrend.window).reversed().map(row))
      }
  }
}

extension MetricFilter {
  fileprivate func admits(_ metric: PerformanceMetric) -> Bool {
    (type.map { metric.type == $0 } ?? true) && (event.map { metric.eventID == $0 } ?? true)
      && (from.map { metric.recordedDate >= $0 } ?? true)
      && (through.map { metric.recordedDate <= $0 } ?? true)
      && (!verifiedOnly || metric.isVerified)
  }
}

extension PerformanceMetric {
  fileprivate func says(_ search: String?) -> Bool {
    guard let search = search?.trimmed.lowercased(), !search.isEmpty else { return true }
    return [type.words, notes ?? ""].contains { $0.lowercased().contains(search) }
  }
}
