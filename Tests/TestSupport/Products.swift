public import Foundation

/// The programs that are built with the tests.
public enum Products {
  /// The folder of the built programs.
  public static var folder: URL {
    #if os(macOS)
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      return bundle.bundleURL.deletingLastPathComponent()
    }
    #endif
    return Bundle.main.bundleURL
  }

  public static var isOfLinux: Bool {
    #if os(Linux)
    true
    #else
    false
    #endif
  }

  public static func path(of program: String) -> String {
    folder.appending(component: program).path
  }

  /// The project's own folder.
  public static var project: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }
}
