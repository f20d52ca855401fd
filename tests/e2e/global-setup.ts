import { bundle } from "../../scripts/prepare.mjs";
import { startAcademy } from "./academy.ts";

/** Starts the application for the whole run. A line in its log fails the run: it logs errors only, and no browser test may cause one. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  bundle();
  const { address, folder, database, errors, end } = await startAcademy();
  process.env.E2E_BASE_URL = address;
  process.env.E2E_DATA_DIR = folder;
  process.env.E2E_DATABASE_URL = database.appUrl;
  process.env.E2E_OWNER_DATABASE_URL = database.url;
  return async () => {
    await end();
    if (errors().length > 0) throw new Error(`the server logged errors:\n${errors().join("\n")}`);
  };
}
