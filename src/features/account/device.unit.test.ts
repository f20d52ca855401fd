import { expect, test } from "vitest";
import { deviceInWords, USER_AGENT_LIMIT } from "./device.ts";

const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0";

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, "Chrome no Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/141.0.0.0`, "Edge no Windows"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36 OPR/120.0.0.0`, "Opera no Linux"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, "Chrome no ChromeOS"],
  [`Mozilla/5.0 (Linux; Android 15; SM-A556E) ${CHROME} Mobile Safari/537.36`, "Chrome no Android"],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-A556E) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet no Android",
  ],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox no Windows"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
    "Safari no Mac",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1",
    "Safari no iPhone",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/141.0 Mobile/15E148 Safari/604.1",
    "Chrome no iPhone",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 FxiOS/140.0 Mobile/15E148 Safari/605.1.15",
    "Firefox no iPad",
  ],
  ["curl/8.9.1", "Dispositivo desconhecido"],
  ["Mozilla/5.0 (Windows NT 10.0)", "Navegador no Windows"],
  ["Firefox/140.0", "Firefox"],
  ["", "Dispositivo desconhecido"],
  [null, "Dispositivo desconhecido"],
])("%s is %s", (userAgent, words) => {
  expect(deviceInWords(userAgent)).toBe(words);
});

test("only the beginning is read: no text, however long, takes time", () => {
  expect(deviceInWords(`${"x".repeat(USER_AGENT_LIMIT)} Firefox/140.0`)).toBe("Dispositivo desconhecido");
  const started = performance.now();
  for (const part of ["Version/1 ", "Version/", "1"]) deviceInWords(`Version/${part.repeat(100_000)}`);
  expect(performance.now() - started).toBeLessThan(100);
});
