/** Brazil's time zones, by the places that members know them by. */
export const BRAZILIAN_ZONES: Record<string, string> = {
  "America/Noronha": "Fernando de Noronha",
  "America/Sao_Paulo": "Brasília",
  "America/Manaus": "Manaus e Cuiabá",
  "America/Rio_Branco": "Rio Branco",
};

/** Where a member is until it is known. */
export const DEFAULT_ZONE = "America/Sao_Paulo";

/** Names as the tz database has them; mere differences from UTC are none, as programs read their sign in two ways. */
const ZONE_NAME = /^(?:UTC|[A-Z]\w+(?:\/[\w+-]+){1,2})$/;

export function isTimeZone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat("pt-BR", { timeZone: name }));
  } catch {
    return false;
  }
}

/** The zone that this device's clock is in. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "Brasília"; elsewhere "Horário da Europa Ocidental (Lisbon)". */
export function zoneLabel(zone: string): string {
  const city = zone.split("/").at(-1)!.replaceAll("_", " ");
  const format = new Intl.DateTimeFormat("pt-BR", { timeZone: zone, timeZoneName: "longGeneric" });
  const name = format.formatToParts().find(({ type }) => type === "timeZoneName")!.value;
  return BRAZILIAN_ZONES[zone] ?? `${name} (${city})`;
}

/** What is offered: Brazil's, the device's, and the one that was chosen. */
export const zonesToOffer = (chosen: string): string[] => [
  ...new Set([...Object.keys(BRAZILIAN_ZONES), deviceZone(), chosen].filter(isTimeZone)),
];
