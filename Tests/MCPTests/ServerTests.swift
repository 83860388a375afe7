import Foundation
import MemoCLI
import TestSupport
import Testing

/// Behaviour of the MCP server that a transcript can't show.
@Suite(.onItsOwnThread) struct ServerTests {
  private func desk() throws -> Desk {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("-C", desk.scratch.path, "init", "kim")
    return desk
  }

  private func object(_ line: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  /// The server answers with the client's version if it knows it, else with its newest.
  @Test(arguments: ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2099-01-01"])
  func theVersionIsNegotiated(_ version: String) throws {
    let client = AgentClient(try desk())
    let line = try #require(
      client.answers(
        to: """
          {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\(version)",\
          "capabilities":{},"clientInfo":{"name":"bot","version":"1"}}}
          """
      ).first)
    let result = try object(line)["result"] as? [String: Any]
    #expect(
      result?["protocolVersion"] as? String == (version == "2099-01-01" ? "2025-11-25" : version))
  }

  @Test func everyToolHasItsSchemas() throws {
    let client = AgentClient(try desk())
    client.initialize()
    let line = try #require(
      client.answers(to: #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).first)
    let result = try #require(try object(line)["result"] as? [String: Any])
    let tools = try #require(result["tools"] as? [[String: Any]])
    #expect(
      tools.compactMap { $0["name"] as? String } == [
        "list_tasks", "get_task", "find_tasks", "task_history", "add_task", "update_task",
        "move_task", "claim_task", "release_task", "undo", "sync",
      ])
    for tool in tools {
      for key in ["inputSchema", "outputSchema"] {
        let schema = try #require(tool[key] as? [String: Any])
        #expect(schema["type"] as? String == "object")
      }
      #expect((tool["description"] as? String)?.hasSuffix(".") == true)
    }
  }

  /// A request that waits behind a long call can be cancelled, and is never answered.
  @Test func cancelledRequestsAreNotAnswered() throws {
    let desk = try desk()
    let scratch = desk.scratch
    // A slow remote.
    try scratch.git("init", "--quiet", "--bare", "hub.git")
    try scratch.git("remote", "add", "origin", scratch("hub.git"), in: "kim")
    try scratch.git(
      "config", "remote.origin.uploadpack", "sh -c 'sleep 20; git upload-pack \"$0\"'", in: "kim")
    let client = AgentClient(desk)
    client.initialize()
    func call(_ id: Int, _ tool: String, _ arguments: String = "{}") {
      client.send(
        """
        {"jsonrpc":"2.0","id":\(id),"method":"tools/call","params":{"name":"\(tool)",\
        "arguments":\(arguments)}}
        """)
    }
    let start = ContinuousClock.now
    call(1, "sync")
    call(2, "add_task", #"{"title":"Never"}"#)
    call(3, "add_task", #"{"title":"Milk"}"#)
    client.send(#"{"jsonrpc":"2.0","id":4,"method":"ping"}"#)
    // Answered at once, although a sync is running.
    #expect(client.line()?.hasPrefix(#"{"jsonrpc": "2.0", "id": 4,"#) == true)
    for id in [2, 1] {
      client.send(
        """
        {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\(id)}}
        """)
    }
    #expect(client.line()?.hasPrefix(#"{"jsonrpc": "2.0", "id": 3,"#) == true)
    #expect(ContinuousClock.now - start < .seconds(15))
    #expect(desk.tasks() == ["todo/milk.md"])
    #expect(client.end() == [])
  }

  @Test func excessiveInputIsCutOrRefused() throws {
    let desk = try desk()
    var context = desk.context
    context.standardInput = { Array((1...600).map { "Task \($0)\n" }.joined().utf8) }
    desk.memo("add", "-", in: context)
    let client = AgentClient(desk)
    client.initialize()
    let list = try object(client.call("list_tasks", #"{"limit":500}"#))
    let result = try #require(list["result"] as? [String: Any])
    let tasks = try #require(
      (result["structuredContent"] as? [String: Any])?["tasks"] as? [Any])
    #expect(tasks.count <= 500 && (result["content"] as? [Any])?.count == 2)
    // A text too long to read is cut.
    try desk.write(
      "---\ntitle: Long\n---\n" + String(repeating: "x", count: 900_000), to: "todo/long.md")
    #expect(client.call("get_task", #"{"id":"long"}"#).utf8.count < 500_000)
    // A message without an end is skipped, and the next one is read.
    client.send(String(repeating: "x", count: 5_000_000))
    #expect(
      client.line()
        == #"{"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "the message is too long"}}"#
    )
    #expect(client.answers(to: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).count == 1)
    // Requests beyond the queue are refused, and all others answered.
    for id in 1...300 {
      client.send(
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"list_tasks"}}"#)
    }
    let answers = client.end()
    #expect(answers.count == 300)
    #expect(answers.contains { $0.contains(#""code": -32000"#) })
  }

  @Test func aCutListSaysHowToGetMore() throws {
    let desk = try desk()
    for title in ["One", "Two", "Three"] { desk.memo("add", title) }
    let client = AgentClient(desk)
    client.initialize()
    let remark = "Only the first 2 are here; a larger 'limit' (up to 500) lists more."
    for (tool, arguments) in [
      ("list_tasks", #"{"limit":2}"#), ("find_tasks", #"{"text":"e","limit":1}"#),
      ("task_history", #"{"limit":2}"#),
    ] {
      let text = tool == "find_tasks" ? remark.replacing("2 are", with: "1 are") : remark
      #expect(client.call(tool, arguments).contains(#""text": "\#(text)""#), "\(tool)")
    }
    #expect(!client.call("list_tasks", #"{"limit":3}"#).contains("Only the first"))
    try desk.write(
      "---\ntitle: Long\n---\n" + String(repeating: "x", count: 300_000), to: "todo/long.md")
    #expect(
      client.call("list_tasks").contains(
        "Long texts are cut; the resource memo://task/ID has all of a task."))
  }

  /// Requests before the end of the input are still carried out.
  @Test func pendingRequestsAreDoneAtTheEnd() throws {
    let desk = try desk()
    let client = AgentClient(desk)
    client.initialize()
    client.send(
      """
      {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_task",\
      "arguments":{"title":"Milk"}}}
      """)
    #expect(client.end().count == 1)
    #expect(desk.tasks() == ["todo/milk.md"])
  }

  /// Two programs work with one store at the same time, and each undoes its own changes.
  @Test func twoServersShareOneStore() throws {
    let desk = try desk()
    let clients = [AgentClient(desk), AgentClient(desk)]
    for (number, client) in clients.enumerated() { client.initialize("bot\(number)") }
    let rounds = Effort.count(5)
    let group = DispatchGroup()
    for (number, client) in clients.enumerated() {
      for round in 0..<rounds {
        client.send(
          """
          {"jsonrpc":"2.0","id":\(round),"method":"tools/call","params":{"name":"add_task",\
          "arguments":{"title":"Task \(number) \(round)"}}}
          """)
      }
      DispatchQueue.global().async(group: group) { [client] in
        for _ in 0..<rounds { _ = client.line() }
      }
    }
    group.wait()
    #expect(desk.tasks().count == 2 * rounds)
    let undone = clients[0].call("undo", #"{"count":1000}"#)
    #expect(undone.contains(#""isError": false"#), "\(undone)")
    #expect(desk.tasks().count == rounds)
    #expect(desk.tasks().allSatisfy { $0.hasPrefix("todo/task-1-") })
    #expect(try desk.complaints() == "")
  }

  /// The client's name doesn't decide which tasks it may see.
  @Test func aFilterHidesChangesOfOtherClientsWithTheName() throws {
    let desk = try desk()
    desk.memo("add", "Secret")
    desk.memo("add", "Open", "+bot")
    let all = AgentClient(desk)
    let some = AgentClient(desk, filter: ["+bot"])
    for client in [all, some] { client.initialize() }
    _ = all.call("update_task", #"{"id":"Secret","priority":"high"}"#)
    #expect(some.call("undo").contains("there is nothing of this session to undo"))
    _ = some.call("update_task", #"{"id":"Open","priority":"low"}"#)
    // The task that it changed is hidden meanwhile.
    _ = all.call("update_task", #"{"id":"Open","title":"Secret too","remove_tags":["bot"]}"#)
    let undone = some.call("undo")
    #expect(undone.contains(#""isError": false"#) && !undone.contains("Secret"), "\(undone)")
    #expect(try !desk.read("todo/open.md").contains("priority"))
    #expect(try desk.read("todo/secret.md").contains("priority: high"))
  }

  /// An unreadable store is another error than a missing resource.
  @Test func aMissingStoreIsReported() throws {
    let desk = try desk()
    desk.memo("add", "Trip")
    let client = AgentClient(desk)
    client.initialize()
    func read(_ address: String) -> String {
      client.answers(
        to: #"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"\#(address)"}}"#
      ).first ?? ""
    }
    #expect(read("memo://board").contains("Trip"))
    try FileManager.default.removeItem(atPath: desk.scratch("kim/.memo"))
    for address in ["memo://board", "memo://task/trip"] {
      let answer = read(address)
      #expect(answer.contains(#""code": -32603"#) && answer.contains("the mark of the store"))
    }
  }

  /// If the server's saved filter is missing, the error names it.
  @Test func aMissingFilterIsReported() throws {
    let desk = try desk()
    let client = AgentClient(desk, filter: ["@gone"])
    client.initialize()
    let answer = client.answers(
      to: #"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"memo://board"}}"#
    ).joined()
    #expect(answer.contains(#""code": -32603"#) && answer.contains("'gone'"), "\(answer)")
    withExtendedLifetime(desk) {}
  }

  @Test func checklistsAreTickedAndExtended() throws {
    let desk = try desk()
    desk.memo("add", "Trip", "-m", "- [ ] passport\n- [ ] water\n")
    let client = AgentClient(desk)
    client.initialize()
    for arguments in [
      #"{"id":"Trip","tick":["2"]}"#, #"{"id":"Trip","tick":["passport"]}"#,
      #"{"id":"Trip","untick":["1"]}"#, #"{"id":"Trip","add_items":["map","--all"]}"#,
    ] {
      let answer = client.call("update_task", arguments)
      #expect(answer.contains(#""isError": false"#), "\(answer)")
    }
    #expect(
      try desk.read("todo/trip.md").hasSuffix(
        "- [ ] passport\n- [x] water\n- [ ] map\n- [ ] --all\n"))
    let both = client.call("update_task", #"{"id":"Trip","tick":["1"],"note":"x"}"#)
    #expect(both.contains("'note' can't be combined with other fields"))
  }
}
