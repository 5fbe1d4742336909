import closeWithGrace from "close-with-grace";
import { ConfigError, describeConfig, readConfig } from "./config.ts";
import { startService } from "./service.ts";

try {
  const config = readConfig(process.argv.slice(2), process.env);
  if (!config) {
    process.stdout.write(describeConfig());
  } else {
    const service = await startService(config);
    process.stdout.write(`lightwell-service listens on ${service.address}\n`);
    if (service.firstAccount) {
      process.stdout.write(`API key (shown only once): ${service.firstAccount.apiKey}\n`);
    }
    closeWithGrace({ delay: (config.stopSeconds + 5) * 1000 }, () => service.close());
  }
} catch (error) {
  const known = error instanceof ConfigError;
  process.stderr.write(`lightwell-service: ${known ? error.message : error instanceof Error ? error.stack : error}\n`);
  process.exitCode = known ? 2 : 1;
}
