{
  "targets": [
    {
      "target_name": "lightwell",
      "sources": [
        "canary.cc",
        "<!@(node ../sources.mjs ..)"
      ],
      "defines": ["NAPI_VERSION=8", "LW_NO_CLONES"],
      "cflags": ["-Wall", "-Wextra", "-fvisibility=hidden"],
      "cflags_cc": [
        "-std=c++17", "-fno-exceptions", "-fno-rtti", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math",
        "-O1", "-g1", "-fno-omit-frame-pointer", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"
      ],
      "ldflags": ["-fsanitize=address,undefined"]
    }
  ]
}
