{
  "targets": [
    {
      "target_name": "lightwell",
      "sources": [
        "canary.cc",
        "<!@(node -p \"['..','../kernels','../bindings'].flatMap(d => require('fs').readdirSync(d).filter(f => f.endsWith('.cc')).map(f => d + '/' + f)).sort().join(' ')\")"
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
