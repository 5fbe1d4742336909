{
  "targets": [
    {
      "target_name": "lightwell",
      "sources": [
        "<!@(node sources.mjs)"
      ],
      "defines": ["NAPI_VERSION=8"],
      "cflags": ["-O3", "-Wall", "-Wextra", "-fvisibility=hidden"],
      "cflags_cc": ["-std=c++17", "-fno-exceptions", "-fno-rtti", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math"],
      "conditions": [
        ["OS=='mac'", {
          "xcode_settings": {
            "GCC_OPTIMIZATION_LEVEL": "3",
            "CLANG_CXX_LANGUAGE_STANDARD": "c++17",
            "OTHER_CPLUSPLUSFLAGS": ["-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math"]
          }
        }],
        ["OS=='win'", { "msvs_settings": { "VCCLCompilerTool": { "AdditionalOptions": ["/std:c++17", "/fp:precise", "/O2"] } } }]
      ]
    }
  ]
}
