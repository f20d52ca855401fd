/** `npm test` generates the same values in each run, so that a failure is the change's; `npm run test:long` draws others each time. */
import fc from "fast-check";

if (process.env.TEST_LONG !== "1") fc.configureGlobal({ seed: 1_797 });
