import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { keptPackages, keptSince, readTerms } from "#app/lib/kept-store.ts";
import type { KeptPackage, LeaseAnswer } from "./offline.answers.ts";
import type { PackageRef } from "./offline.schema.ts";

export const askLease = (device: string): Promise<LeaseAnswer> => call(api.offline.lease.$get({ query: { device } }));

export const takePackage = (param: PackageRef): Promise<KeptPackage> =>
  call(api.offline.packages[":kind"][":id"].$post({ param }));

/** What is on this device, and until when it opens. No request goes out. */
const hereQuery = queryOptions({
  queryKey: ["offline", "here"],
  queryFn: async () => ({
    packages: await keptPackages(),
    terms: (await readTerms()) ?? null,
    since: (await keptSince()) ?? null,
    space: (await navigator.storage?.estimate?.()) ?? null,
  }),
  staleTime: 0,
});

export const useHere = (enabled = true) => useQuery({ ...hereQuery, enabled });

/** What would be kept, and how large it is. */
export const usePackage = (param: PackageRef, enabled: boolean) =>
  useQuery({
    queryKey: ["offline", "package", param.kind, param.id],
    queryFn: (): Promise<KeptPackage | null> => call(api.offline.packages[":kind"][":id"].$get({ param })),
    enabled,
  });
