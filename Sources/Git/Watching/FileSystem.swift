internal import Platform

/// What lies below the files.
enum FileSystem {
  /// The kind of file system that a folder is on, if other machines can change its files
  /// without this one's operating system noticing; else nil.
  static func networkKind(of folder: String) -> String? {
    guard let file = System.mountTable else { return System.networkKind(of: folder) }
    guard let device = WorkTree.status(at: folder)?.device,
      let table = WorkTree.content(at: file)
    else { return nil }
    return networkKind(ofDevice: device, in: String(decoding: table, as: UTF8.self))
  }

  /// - Parameters:
  ///   - device: As `stat` gives it.
  ///   - table: As `/proc/self/mountinfo` has it: `36 35 0:45 / /home rw … - nfs4 host:/home rw`.
  static func networkKind(ofDevice device: UInt64, in table: String) -> String? {
    let major = (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF
    let minor = device & 0xFF | (device >> 12) & 0xFFF_FF00
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 3, words[2] == "\(major):\(minor)",
        let dash = words.firstIndex(of: "-"), dash + 1 < words.count
      else { continue }
      let kind = String(words[dash + 1])
      return networkKinds.contains(kind) ? kind : nil
    }
    return nil
  }

  private static let networkKinds: Set = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "fuse.sshfs", "fuse.rclone",
    "fuse.glusterfs", "fuse.ceph", "virtiofs", "vboxsf", "fuse.vmhgfs-fuse", "davfs", "fuse.davfs2",
    "gfs2", "ocfs2", "lustre", "beegfs", "prl_fs",
  ]
}
