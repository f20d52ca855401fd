/** `npm run build`: packages and pages, when something that they are made of changed; before a restart, so that it takes seconds. */
import { build, install, prepare } from "./prepare.mjs";

prepare(install, build);
