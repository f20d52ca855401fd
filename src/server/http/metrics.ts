import { collectDefaultMetrics, Histogram, Registry } from "prom-client";

const registry = new Registry();
collectDefaultMetrics({ register: registry });

const requests = new Histogram({
  name: "http_request_duration_seconds",
  help: "Duration of API requests",
  labelNames: ["method", "route", "status"],
  buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
  registers: [registry],
});

export const observeRequest = (method: string, route: string, status: number, milliseconds: number): void =>
  requests.observe({ method, route, status }, milliseconds / 1000);

/** The metrics of this process, in Prometheus' text format. */
export const renderMetrics = (): Promise<string> => registry.metrics();
