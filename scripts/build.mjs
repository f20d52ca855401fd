/** `npm run build`: the pages, when something that they are made of changed. */
import { build, install } from "./prepare.mjs";

install();
build();
