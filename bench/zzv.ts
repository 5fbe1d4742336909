import sharp from "sharp";
import { SceneLibrary } from "./brackets/simulator/scenes.ts";
import { simulateBracket } from "./brackets/simulator/bracket.ts";
import { Fuser, photoOf } from "./brackets/fuse.ts";
const library = new SceneLibrary(false); await library.prepare(1);
const fuser = new Fuser();
const png = (i: any) => { const d = new Uint8Array(i.width*i.height*3); for (let k=0;k<d.length;k++) d[k]= i.data instanceof Uint8Array ? i.data[k] : i.data[k]/257; return sharp(d,{raw:{width:i.width,height:i.height,channels:3}}); };
const check = process.argv[3] ?? "off";
for (const seed of process.argv[2].split(",").map(Number)) {
  const b = await simulateBracket(library, { seed, moving: true, traffic: true, width: 600 });
  const photos = b.plan.exposuresEv.map(photoOf);
  const ours = await fuser.merge(b.frames, photos, { align: false, check: check as any });
  const plain = await fuser.merge(b.frames, photos, { align: false, check: "off", deghost: "off" });
  const d: any = ours.facts.deghost; 
  const sb = d?.shownBy; let lab: any;
  if (false && sb) { const data = new Uint8Array(600*400*3).fill(128); for (let y=0;y<400;y++) for (let x=0;x<600;x++){ const f = sb.frames[Math.min(sb.height-1,Math.floor(y/sb.factor))*sb.width+Math.min(sb.width-1,Math.floor(x/sb.factor))]; if (f!==255) { const c=[[255,0,0],[0,255,0],[0,0,255],[255,255,0],[0,255,255]][f%5]; for(let q=0;q<3;q++) data[3*(y*600+x)+q]=c[q]; } } lab = { width:600, height:400, data }; }
  const tiles = [...b.frames, plain.image, ours.image, ...(lab?[lab]:[])];
  const bufs = await Promise.all(tiles.map(async (t: any)=>({ input: await png(t).resize(450,300).png().toBuffer() })));
  const cols = 4, rows = Math.ceil(bufs.length/cols);
  await sharp({create:{width:450*cols,height:300*rows,channels:3,background:"#333"}}).composite(bufs.map((x,i)=>({...x,left:450*(i%cols),top:300*Math.floor(i/cols)}))).jpeg({quality:85}).toFile(`/tmp/w/sim-${seed}.jpg`);
  console.log(seed, b.plan.exposures.map(e=>e.ev.toFixed(1)).join(" "), JSON.stringify(d?.areas?.map((a:any)=>[a.frame,+a.share.toFixed(3)])), ours.check?.rung, JSON.stringify(ours.check?.tried?.map((t:any)=>[t.rung,t.findings.map((f:any)=>`${f.measure} ${f.value.toFixed(3)}/${f.limit}`)])));
}
process.exit(0);
