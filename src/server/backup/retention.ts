/** So many of the newest days, weeks (ISO 8601) and months that have a backup keep their last one; of those before upgrades, the newest. */
const KEPT = { days: 7, weeks: 4, months: 12, upgrades: 4 };

const NAME = /^academia-(\d{4})-(\d{2})-(\d{2})T(\d{2})-(\d{2})-(\d{2})Z(-antes-da-atualizacao)?\.tar\.gz(?:\.age)?$/;

/** Name of the backup file of a moment, in UTC. */
export const backupName = (at: Date, options: { beforeUpgrade?: boolean; encrypted: boolean }): string =>
  `academia-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z${options.beforeUpgrade ? "-antes-da-atualizacao" : ""}.tar.gz${options.encrypted ? ".age" : ""}`;

/** Moment of a backup file by its name; undefined for every other file. */
export function backupMoment(name: string): Date | undefined {
  const [, ...parts] = NAME.exec(name)?.slice(0, 7) ?? [];
  if (parts.length === 0) return undefined;
  const [year, month, day, hour, minute, second] = parts.map(Number) as [number, number, number, number, number, number];
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/** Which of a folder's files the rule lets go. Files that are not backups are never among them. */
export function expendable(names: string[]): string[] {
  const backups = names
    .flatMap((name) => {
      const at = backupMoment(name);
      return at ? [{ name, at }] : [];
    })
    .sort((one, other) => other.at.getTime() - one.at.getTime());
  const beforeUpgrade = backups.filter(({ name }) => NAME.exec(name)?.[7]);
  const kept = new Set(beforeUpgrade.slice(0, KEPT.upgrades).map(({ name }) => name));
  const regular = backups.filter((backup) => !beforeUpgrade.includes(backup));
  const keep = (count: number, period: (at: Date) => string) => {
    const seen = new Set<string>();
    for (const { name, at } of regular) {
      if (seen.has(period(at))) continue;
      if (seen.size === count) return;
      seen.add(period(at));
      kept.add(name);
    }
  };
  keep(KEPT.days, (at) => at.toISOString().slice(0, 10));
  keep(KEPT.weeks, (at) => String(Math.floor((at.getTime() / 86_400_000 + 3) / 7))); // 1970-01-01 was a Thursday
  keep(KEPT.months, (at) => at.toISOString().slice(0, 7));
  return backups.map(({ name }) => name).filter((name) => !kept.has(name));
}
