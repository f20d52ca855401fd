import { z } from "zod";

/** What can be kept on a device to be read without a connection. */
export const PACKAGE_KINDS = ["module", "lesson", "study", "week"] as const;

/** The device's own id, made there. */
export const leaseInput = z.strictObject({ device: z.uuid() });
export type LeaseInput = z.output<typeof leaseInput>;

/** A module by its number; a lesson or a study by its id; a week by its Monday. */
export const packageParams = z.strictObject({ kind: z.enum(PACKAGE_KINDS), id: z.string().min(1).max(80) });
export type PackageRef = z.output<typeof packageParams>;
