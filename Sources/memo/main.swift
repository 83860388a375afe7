internal import MemoCLI
internal import MemoKit
internal import Terminal

Device.ignoreBrokenPipes()
guard let directory = ThisProcess.directory else {
  Device.error.write("error: the folder you are in does not exist any more\nhint: cd\n")
  ThisProcess.exit(ExitStatus.refused.rawValue)
}
let context = Context.process(environment: ThisProcess.environment, directory: directory)
let outcome = Memo.run(ThisProcess.arguments, in: context)
if let program = outcome.handOver {
  let reason = ThisProcess.become(program.name, program.arguments, in: program.directory)
  Device.error.write("error: can't run \(program.name): \(reason)\n")
  ThisProcess.exit(ExitStatus.refused.rawValue)
}
Device.output.write(outcome.output)
Device.error.write(outcome.error)
ThisProcess.exit(outcome.status.rawValue)
