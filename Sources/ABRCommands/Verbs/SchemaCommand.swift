import ABRReports

/// `abrlab schema`: the schemas of the JSON that the lab writes.
enum SchemaCommand: Verb {
  static let spec = CommandSpec(
    name: "schema",
    summary: "List and print the schemas of the JSON that the lab writes",
    group: "Learn",
    subcommands: [list, show])

  private static let list = CommandSpec(
    name: "list",
    summary: "List the documents that have a schema",
    options: [CommonOptions.format(TableFormat.allCases.map(\.rawValue))])

  private static let show = CommandSpec(
    name: "show",
    summary: "Print a schema (JSON Schema, draft 2020-12)",
    examples: [.init(line: "abrlab schema show check", meaning: "what abrlab check --format json prints")],
    options: [
      .positional("NAME", values: .choice(names), "The document, as in abrlab schema list")
    ])

  private static var names: [String] { DocumentSchema.all.map(\.name) }

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let output = context.console.output
    switch arguments.path.last {
    case list.name:
      var table = DataTable(columns: [
        .text("name"), .number("version", title: "version", digits: 0), .text("key"), .text("written_by"),
      ])
      for schema in DocumentSchema.all {
        table.append([
          .text(schema.name), .integer(schema.version), .text(schema.versionKey), .text(schema.origin),
        ])
      }
      output.write(table.text(as: try arguments.choice("--format", as: TableFormat.self) ?? .table))
    default:
      let name = arguments.string("NAME") ?? ""
      guard let schema = DocumentSchema.named(name) else {
        throw ParsedArguments.wrongChoice("NAME", found: name, allowed: names)
      }
      output.write(schema.text)
    }
    return .success
  }
}
