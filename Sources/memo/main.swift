internal import MemoCLI
internal import MemoKit
internal import Terminal

Device.ignoreBrokenPipes()
let context = Context.process(
  environment: ThisProcess.environment, directory: ThisProcess.directory)
let outcome = Memo.run(ThisProcess.arguments, in: context)
if let program = outcome.handOver {
  let reason = ThisProcess.become(program.name, program.arguments, in: program.directory)
  Device.error.write("error: can't run \(program.name): \(reason)\n")
  ThisProcess.exit(ExitStatus.refused.rawValue)
}
Device.output.write(outcome.output)
Device.error.write(outcome.error)
ThisProcess.exit(outcome.status.rawValue)
