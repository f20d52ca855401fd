import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { MentorDay } from "./day.answers.ts";
import type { Agenda, FreeHours, HeldHour } from "./hours.answers.ts";
import type { AgendaInput, ProfileInput } from "./hours.schema.ts";

const dayQuery = queryOptions({
  queryKey: ["mentoring", "day"],
  queryFn: (): Promise<MentorDay> => call(api.mentoring.day.$get()),
});
const agendaQuery = queryOptions({
  queryKey: ["mentoring", "agenda"],
  queryFn: (): Promise<Agenda> => call(api.mentoring.agenda.$get()),
});

export const useMentorDay = () => useQuery(dayQuery);
export const useAgenda = () => useQuery(agendaQuery);

/** A mentor's free hours, read anew whenever they are offered. */
export const useFreeHours = (userId: string) =>
  useQuery({
    queryKey: ["mentoring", "hours", userId],
    queryFn: (): Promise<FreeHours> => call(api.mentoring.mentors[":userId"].hours.$get({ param: { userId } })),
    staleTime: 0,
  });

/** Keeps an hour while a request is written. Whatever comes of it, the hours are read anew. */
export function useHoldHour(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (startsAt: string): Promise<HeldHour> =>
      call(api.mentoring.mentors[":userId"].hold.$post({ param: { userId }, json: { startsAt } })),
    onSettled: () => client.invalidateQueries({ queryKey: ["mentoring", "hours", userId] }),
  });
}

function useSaved() {
  const client = useQueryClient();
  return async (agenda: Agenda) => {
    client.setQueryData(agendaQuery.queryKey, agenda);
    await client.invalidateQueries({ queryKey: ["mentoring", "mentors"] });
  };
}

export function useSaveAgenda() {
  const onSuccess = useSaved();
  return useMutation({
    mutationFn: (json: AgendaInput): Promise<Agenda> => call(api.mentoring.agenda.$put({ json })),
    onSuccess,
  });
}

export function useSaveProfile() {
  const onSuccess = useSaved();
  return useMutation({
    mutationFn: (json: ProfileInput): Promise<Agenda> => call(api.mentoring.profile.$put({ json })),
    onSuccess,
  });
}

export function useNoteMentee(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: string) => call(api.mentoring.mentees[":userId"].note.$put({ param: { userId }, json: { body } })),
    onSuccess: () => client.invalidateQueries({ queryKey: dayQuery.queryKey }),
  });
}
