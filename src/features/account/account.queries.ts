import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { hasFlag, setFlag } from "#app/lib/device-flags.ts";
import { draftsOf, forgetDrafts } from "#app/lib/drafts.ts";
import { forgetEarly } from "#app/lib/early.ts";
import { applyReading } from "#app/lib/reading.ts";
import { forgetPages } from "#app/lib/service-worker.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { Member, SessionAnswer, SignInAnswer } from "./account.answers.ts";
import type { LoginInput, SignUpInput } from "./account.schema.ts";
import type { ClaimInput } from "./address.schema.ts";
import { askDevice, type FactorAnswer } from "./second-factor/device.ts";
import { showCodes } from "./second-factor/new-codes.ts";

/**
 * What the browser adds of a member who was here: `left`, they have just signed out, so nobody wants to come back to the page; `ended`, their
 * session is over, which the login page says.
 */
export type SessionState = SessionAnswer & { gone?: "left" | "ended" };

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async ({ client, queryKey }): Promise<SessionState> => {
    if (await isStillLeaving()) return { member: null, gone: "left" };
    const state = await call(api.session.$get());
    const before = client.getQueryData<SessionState>(queryKey);
    rememberSession(state.member);
    const ended = !state.member && (before?.member || before?.gone === "ended");
    return { ...state, ...(ended && { gone: "ended" as const }) };
  },
});

/** Who is here, as the header and the head script need it: "in", with "admin", "officer" and "writer" or without, or "new" before the address is confirmed. */
function hintOf({ standing, can, secondFactorMissing }: Member): string {
  if (standing !== "full") return "new";
  return ["in", (can.administer || secondFactorMissing) && "admin", can.officiate && "officer", can.write && "writer"]
    .filter(Boolean)
    .join(" ");
}

/** Has the server end the session that was left without a connection. @returns whether it still has to */
async function isStillLeaving(): Promise<boolean> {
  if (!hasFlag("saindo")) return false;
  const ended = await call(api.account.logout.$post()).then(
    () => true,
    () => false,
  );
  forgetEarly();
  if (ended) setFlag("saindo", false);
  return !ended;
}

const keptStore = () => import("#app/lib/kept-store.ts");

/** Tells the head script of the next page, and the other tabs, who is here, and how they read. */
function rememberSession(member: Member | null): void {
  if (!member) {
    forgetEarly();
    showCodes([]);
    if (hasFlag("guardado")) void keptStore().then(({ lockKept }) => lockKept());
  }
  if (member) draftsOf(member.id);
  if (member?.reading) applyReading(member.reading);
  const hint = member && hintOf(member);
  if (hint) document.documentElement.dataset.session = hint;
  else delete document.documentElement.dataset.session;
  try {
    if (hint) localStorage.setItem("sessao", hint);
    else localStorage.removeItem("sessao");
  } catch {
    // storage may be refused; the header then waits for the session
  }
}

export const useSession = () => useQuery(sessionQuery);

/** The signed-in member; for pages behind a guard, which wait for it. */
export function useMember(): Member {
  const member = useSession().data?.member;
  if (!member) throw new Error("no member: this page must be behind the member guard");
  return member;
}

/** A way in: what follows it is handled here, for all of them. */
export function useWayIn<Input>(send: (input: Input) => Promise<SignInAnswer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async ({ next }) => {
      setFlag("saindo", false); // another session than the one that was left
      switch (next) {
        case "signed-in": // the pages behind the guard open
        case "second-factor": // the login page shows the second step, which the session's state names
        case "suspended": // and that the account is suspended
          client.removeQueries({ predicate: (query) => query.queryKey[0] !== "session" }); // nothing of a former session stays in memory
          await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
          return;
        default:
          next satisfies never;
      }
    },
  });
}

export const useSignIn = () => useWayIn((json: LoginInput) => call(api.account.login.$post({ json })));

export const useSignUp = () => useWayIn((json: SignUpInput) => call(api.account["sign-up"].$post({ json })));

/** The member has left: nothing of them stays in memory, nor on the device. */
export async function forgetSession(client: QueryClient): Promise<void> {
  if (hasFlag("guardado")) await keptStore().then(({ forgetKept }) => forgetKept());
  setFlag("guardado", false);
  await forgetPages();
  rememberSession(null);
  forgetDrafts();
  client.setQueryData(sessionQuery.queryKey, { member: null, gone: "left" });
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== "session" });
}

export const useRecovery = () =>
  useMutation({ mutationFn: (email: string) => call(api.account.recovery.$post({ json: { email } })) });

export const useResetPassword = () =>
  useWayIn((json: { token: string; password: string }) => call(api.account.reset.$post({ json })));

export const useClaim = () => useWayIn((json: ClaimInput) => call(api.account.address.claim.$post({ json })));

/** The second step; a passkey is asked on the way. */
export const useSecondStep = () =>
  useWayIn(async ({ trust, ...answer }: FactorAnswer & { trust: boolean }) => {
    const json =
      answer.method === "passkey"
        ? { ...answer, trust, response: await askDevice("get", await call(api.account["second-step"].passkey.$post())) }
        : { ...answer, trust };
    return call(api.account["second-step"].$post({ json: json as never }));
  });

export function useLeaveSecondStep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.account["second-step"].$delete()),
    onSettled: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
}

/** A suspended member leaves the session in which only their data is open. */
export function useLeaveSuspended() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.account.logout.$post()),
    onSettled: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
}

/** A passkey as the only step. */
export const usePasskeySignIn = () =>
  useWayIn(async () => {
    const response = await askDevice("get", await call(api.account.passkey.options.$post()));
    return call(api.account.passkey.$post({ json: { response } as never }));
  });
