internal import MCP
internal import MemoCLI
internal import MemoKit
internal import MemoTUI
internal import Terminal

Device.setSignals()
guard let arguments = ThisProcess.arguments else {
  Device.error.write(
    "error: the system doesn't tell memo its arguments, so nothing was done\n"
      + "hint: 'mount -t proc proc /proc' lets it\n")
  ThisProcess.exit(ExitStatus.refused.rawValue)
}
guard let directory = ThisProcess.directory else {
  Device.error.write("error: the folder you are in does not exist any more\nhint: cd\n")
  ThisProcess.exit(ExitStatus.refused.rawValue)
}
var context = Context.process(environment: ThisProcess.environment, directory: directory)
context.showBoard = { request, context in
  var context = context
  context.endsProcess = false
  return try BoardProgram.run(request, in: context)
}
context.serveAgents = { request, context in
  AgentServer(request, in: context) { Device.output.write($0) }.run { Device.input.readNext() }
  return Outcome()
}
context.endsProcess = true
let outcome = Memo.run(arguments, in: context)
if let program = outcome.handOver {
  let reason = ThisProcess.become(
    program.name, program.arguments, in: program.directory, program.environment)
  Device.error.write("error: can't run \(program.name): \(reason)\n")
  ThisProcess.exit(ExitStatus.refused.rawValue)
}
let obstacle = outcome.bytes.map(Device.output.write) ?? Device.output.write(outcome.output)
Device.error.write(outcome.error)
if outcome.status == .interrupted { Interruption.endProcess() }
if let obstacle {
  Device.error.write("error: can't write the output: \(obstacle)\n")
  ThisProcess.exit(ExitStatus.refused.rawValue)
}
ThisProcess.exit(outcome.status.rawValue)
