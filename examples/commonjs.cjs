// In a CommonJS program: node commonjs.cjs room.jpg
// Node.js 20.19, 22.12 and newer load an ES module by `require`; `await import("lightwell")` does the same.
const { writeFileSync } = require("node:fs");
const { createEngine } = require("lightwell");

async function main([file]) {
  const engine = createEngine();
  try {
    const { bytes, width, height } = await engine.thumbnail(file, { thumbnailEdgePx: 256 });
    writeFileSync("thumbnail.jpg", bytes);
    console.log(`thumbnail.jpg: ${width} × ${height}`);
  } finally {
    await engine.close();
  }
}

main(process.argv.slice(2));
