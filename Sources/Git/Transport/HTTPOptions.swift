internal import CGit2

extension HTTPSettings {
  /// Lends what libgit2 wants to know of a proxy and of headers, for the length of a call.
  func use(
    _ callbacks: git_remote_callbacks, _ body: (git_proxy_options, git_strarray) -> Int32
  ) -> Int32 {
    withStringArray(headers) { headers in
      var options = git_proxy_options()
      git_proxy_options_init(&options, UInt32(GIT_PROXY_OPTIONS_VERSION))
      options.type = proxy == nil ? GIT_PROXY_NONE : GIT_PROXY_SPECIFIED
      options.credentials = callbacks.credentials
      options.certificate_check = callbacks.certificate_check
      options.payload = callbacks.payload
      return (proxy ?? "").withCString { url in
        if proxy != nil { options.url = url }
        return body(options, headers)
      }
    }
  }

  /// Does something while the wanted certificates are those that count.
  func trusting(_ body: () -> Int32) throws(GitError) -> Int32 {
    guard isVerified, certificateFile != nil || certificateFolder != nil else { return body() }
    do throws(GitError) {
      try Trust.begin(Trust.Places(file: certificateFile, folder: certificateFolder))
    } catch {
      let place = certificateFile ?? certificateFolder ?? ""
      throw GitError(
        code: .certificate, operation: "git_libgit2_opts",
        message: "can't use the certificates in \(place): \(error.message)")
    }
    defer { Trust.end() }
    return body()
  }
}
