import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { MentorCandidate, MentorList, MentorRecord, MentorRecords } from "./mentors.answers.ts";
import type { MentorInput, MentorState, NewMentorInput } from "./mentors.schema.ts";

const MENTORS = ["mentoring", "mentors"];

const RECORDS = ["mentors"];

/** The active mentors, or those whose name, Lodge or specialties contain the words, with hours on a day (`yyyy-mm-dd`). */
export const useMentors = (q: string, day: string) =>
  useInfiniteQuery({
    queryKey: [...MENTORS, q, day],
    queryFn: ({ pageParam }): Promise<MentorList> => {
      const after = pageParam && { after: pageParam };
      return call(
        q || day
          ? api.mentoring.mentors.search.$post({ json: { q, ...(day && { day }), ...after } })
          : api.mentoring.mentors.$get({ query: { ...after } }),
      );
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    select: ({ pages }) => pages.flatMap(({ mentors }) => mentors),
  });

/** Every mentor in a state, or those whose name, e-mail or specialties contain the words, too, for the administration. */
export const useMentorRecords = (q: string, state: MentorState | undefined) =>
  useInfiniteQuery({
    queryKey: [...RECORDS, q, state],
    queryFn: ({ pageParam }): Promise<MentorRecords> => {
      const asked = { ...(state && { state }), ...(pageParam && { after: pageParam }) };
      return call(q ? api.mentors.search.$post({ json: { q, ...asked } }) : api.mentors.$get({ query: asked }));
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

/** Members who are not mentors yet; what was found last stays while the next is looked for. */
export const useCandidates = (q: string, enabled: boolean) =>
  useQuery({
    queryKey: ["mentor-candidates", q],
    queryFn: (): Promise<{ candidates: MentorCandidate[] }> => call(api.mentors.candidates.search.$post({ json: { q } })),
    enabled,
  });

export function useRegisterMentor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: NewMentorInput): Promise<MentorRecord> => call(api.mentors.$post({ json })),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: RECORDS }),
        client.invalidateQueries({ queryKey: MENTORS }),
        client.invalidateQueries({ queryKey: ["mentor-candidates"] }),
      ]),
  });
}

/** Switches a mentor on or off: shown at once, and taken back when the server refuses. */
export function useToggleMentor() {
  const client = useQueryClient();
  const show = (id: string, isActive: boolean) =>
    client.setQueriesData<InfiniteData<MentorRecords>>(
      { queryKey: RECORDS },
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            mentors: page.mentors.map((mentor) => (mentor.id === id ? { ...mentor, isActive } : mentor)),
          })),
        },
    );
  return useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) =>
      call(api.mentors[":mentorId"].$patch({ param: { mentorId: id }, json: { isActive } })),
    onMutate: async ({ id, isActive }) => {
      await client.cancelQueries({ queryKey: RECORDS });
      show(id, isActive);
    },
    onError: (_, { id, isActive }) => show(id, !isActive),
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: RECORDS }), client.invalidateQueries({ queryKey: MENTORS })]),
  });
}

function useRecordsChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all([client.invalidateQueries({ queryKey: RECORDS }), client.invalidateQueries({ queryKey: ["mentoring"] })]);
}

export function useCorrectMentor(mentorId: string) {
  const onSuccess = useRecordsChanged();
  return useMutation({
    mutationFn: (json: MentorInput): Promise<MentorRecord> => call(api.mentors[":mentorId"].$put({ param: { mentorId }, json })),
    onSuccess,
  });
}

export function useRemoveMentor() {
  const onSuccess = useRecordsChanged();
  return useMutation({
    mutationFn: (mentorId: string) => call(api.mentors[":mentorId"].$delete({ param: { mentorId } })),
    onSuccess,
  });
}
