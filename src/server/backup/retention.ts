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

const BASE = /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z-([0-9A-F]{24})\.gz(?:\.age)?$/;

/** Name, without its endings, of a base that was finished at a moment; reading its log of changes begins with `segment`. */
export const baseName = (at: Date, segment: string): string =>
  `${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z-${segment}`;

/** What a base's name says; undefined for every other file. */
export function baseMoment(name: string): { at: Date; segment: string } | undefined {
  const [, day, hour, minute, second, segment] = BASE.exec(name) ?? [];
  if (!segment) return undefined;
  // of the second in which it was finished, the end: what is asked for must be after it
  return { at: new Date(Date.parse(`${day}T${hour}:${minute}:${second}Z`) + 1_000), segment };
}

/** A piece's place in the log, the same on every timeline. */
export const placeInLog = (segment: string): string => segment.slice(8, 24);

/**
 * Which bases and pieces of the log no moment since `from` needs.
 * @param bases oldest first
 * @param segments names of the pieces
 */
export function expendableParts(
  bases: { file: string; at: Date; segment: string }[],
  segments: string[],
  from: Date,
): { bases: string[]; segments: string[] } {
  const needed = bases.findLastIndex(({ at }) => at <= from);
  if (needed < 0) return { bases: [], segments: [] };
  const first = placeInLog(bases[needed]!.segment);
  return {
    bases: bases.slice(0, needed).map(({ file }) => file),
    segments: segments.filter((name) => !name.includes("history") && placeInLog(name) < first),
  };
}
