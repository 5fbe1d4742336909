const t=async(n)=>{const a=performance.now(),c=process.cpuUsage();await import(n);const d=process.cpuUsage(c);console.log(n.replace(/.*\/(dist|node_modules)\//,''),(performance.now()-a).toFixed(0),'cpu',((d.user+d.system)/1000).toFixed(0))};
for(const n of process.argv.slice(2)) await t(n);
