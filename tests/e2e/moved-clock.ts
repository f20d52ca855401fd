/**
 * Loaded by a server before its program (`--import`): its clock goes ahead of the machine's by as many milliseconds as the process that started it
 * said last. Timers, and the database's clock, stay as they are.
 */
let ahead = 0;
const Machine = Date;
const now = () => Machine.now() + ahead;

globalThis.Date = new Proxy(Machine, {
  construct: (of, given, as) => Reflect.construct(of, given.length === 0 ? [now()] : given, as),
  get: (of, name) => (name === "now" ? now : Reflect.get(of, name)),
});

process.on("message", (message: { ahead?: number }) => {
  ahead = message.ahead ?? ahead;
  process.send?.({ ahead });
});
