import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { AdminCertificatePage, CertificateCheck, OwnCertificate, OwnCertificates } from "./certificates.answers.ts";
import type { CertificateInput } from "./certificates.schema.ts";

const ownQuery = queryOptions({
  queryKey: ["certificates", "own"],
  queryFn: (): Promise<OwnCertificates> => call(api.certificates.$get()),
});

export const useOwnCertificates = () => useQuery(ownQuery);

export function useChangeCertificate(certificateId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: CertificateInput): Promise<OwnCertificate> =>
      call(api.certificates[":certificateId"].$patch({ param: { certificateId }, json })),
    onSuccess: (changed) => {
      client.setQueryData(
        ownQuery.queryKey,
        (list) => list && { certificates: list.certificates.map((one) => (one.id === changed.id ? changed : one)) },
      );
    },
  });
}

export const useCertificateCheck = (code: string) =>
  useQuery({
    queryKey: ["certificates", "check", code],
    queryFn: (): Promise<CertificateCheck> => call(api.certificates.check.$post({ json: { code } })),
    staleTime: 0,
  });

const allQuery = infiniteQueryOptions({
  queryKey: ["certificates", "all"],
  queryFn: ({ pageParam }): Promise<AdminCertificatePage> =>
    call(api.admin.certificates.$get({ query: pageParam ? { after: pageParam } : {} })),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
});

export const useAllCertificates = () => useInfiniteQuery(allQuery);

/** @param act `revoke` takes the validity away; `reissue` gives a new code as well */
export function useJudgeCertificate(act: "revoke" | "reissue") {
  const client = useQueryClient();
  const verb = api.admin.certificates[":certificateId"];
  return useMutation({
    mutationFn: ({ certificateId, reason }: { certificateId: string; reason: string }) => {
      const request = { param: { certificateId }, json: { reason } };
      return call(act === "revoke" ? verb.revoke.$post(request) : verb.reissue.$post(request));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ["certificates"] }),
  });
}
