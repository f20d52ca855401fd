import { keepPreviousData, queryOptions, useMutation as useAnyMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { api, call } from "#app/lib/api.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { upload } from "#app/lib/upload.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type {
  AuthorList,
  BodyOfText,
  Outline,
  OutlineReaders,
  Presence,
  Preview,
  QuestionFigures,
  QuestionsOfText,
  ReadersOfChange,
  Saved,
  TextDetail,
  UploadedPicture,
} from "./authoring.answers.ts";
import type {
  AuthorInput,
  NewLessonInput,
  NewModuleInput,
  NewTextInput,
  PublishInput,
  RemarkInput,
  ReturnInput,
  SaveInput,
  SettleInput,
  SubmitInput,
  TextBody,
  TextRef,
} from "./authoring.schema.ts";
import type { AskedText } from "./question-texts.policy.ts";

const KEY = "authoring";
/** Only what the address needs: whole texts are passed, too. */
const at = ({ kind, id }: TextRef): TextRef => ({ kind, id });
const texts = api.authoring.texts[":kind"][":id"];

const textQuery = (ref: TextRef) =>
  queryOptions({
    queryKey: [KEY, "text", ref.kind, ref.id],
    queryFn: (): Promise<TextDetail> => readText(ref),
    // a page of it begins with what the server has: what was read before may be older than what was saved here
    staleTime: 0,
    gcTime: 0,
  });

/** A text as it is now, for who has to know at once. */
export const readText = (ref: TextRef): Promise<TextDetail> => call(texts.$get({ param: at(ref) }));
export const useText = (ref: TextRef) => useQuery(textQuery(ref));

/** A plain mutation: files cannot be distinguished by their JSON, and the dialog sends one at a time. */
export const useSendPicture = (degree: Degree) =>
  useAnyMutation({
    mutationFn: (file: File): Promise<UploadedPicture> => upload(`/api/authoring/pictures/${degree}`, file),
  });

export const useOutline = (degree: Degree) =>
  useQuery({
    queryKey: [KEY, "outline", degree],
    queryFn: (): Promise<Outline> => call(api.authoring.outline.$get({ query: { degree } })),
    placeholderData: keepPreviousData,
    retry: false,
  });

export const useOutlineReaders = (degree: Degree) =>
  useQuery({
    queryKey: [KEY, "readers", degree],
    queryFn: (): Promise<OutlineReaders> => call(api.authoring.readers.$get({ query: { degree } })),
  });

export const useQuestionsOf = ({ kind, id }: AskedText) =>
  useQuery({
    queryKey: [KEY, "questions", kind, id],
    queryFn: (): Promise<QuestionsOfText> => call(api.authoring.questions.$get({ query: { kind, id } })),
  });

export const useQuestionFigures = (id: string) =>
  useQuery({
    queryKey: [KEY, "figures", id],
    queryFn: (): Promise<QuestionFigures> => call(api.authoring.questions[":id"].figures.$get({ param: { id } })),
  });

/** How a body would be shown, and what the checks say; the former one stays until the new one is there. */
export const usePreview = (ref: TextRef, body: TextBody) =>
  useQuery({
    queryKey: [KEY, "preview", ref.kind, ref.id, body],
    // given up with its body, so that what is typed quickly asks for the last one only
    queryFn: ({ signal }): Promise<Preview> =>
      call(texts.preview.$post({ param: at(ref), json: { body } }, { init: { signal } })),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });

/** Says every fifteen seconds that the draft is open here. */
export const usePresence = (ref: TextRef) =>
  useQuery({
    queryKey: [KEY, "presence", ref.kind, ref.id],
    queryFn: (): Promise<Presence> => call(texts.look.$post({ param: at(ref) })),
    refetchInterval: 15_000,
    staleTime: 0,
  });

export const useReadersOfChange = (ref: TextRef, version: number) =>
  useQuery({
    queryKey: [KEY, "change", ref.kind, ref.id, version],
    queryFn: (): Promise<ReadersOfChange> => call(texts.readers.$get({ param: at(ref) })),
    retry: false,
  });

/** A version of before, with its words. */
export const useVersion = (ref: TextRef, number: number | null) =>
  useQuery({
    queryKey: [KEY, "version", ref.kind, ref.id, number],
    queryFn: (): Promise<BodyOfText> => call(texts.versions[":number"].$get({ param: { ...at(ref), number: String(number) } })),
    enabled: number !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A draft that gave way to another, once it is asked for. */
export const useCopy = (ref: TextRef, copyId: string, enabled: boolean) =>
  useQuery({
    queryKey: [KEY, "copy", copyId],
    queryFn: (): Promise<BodyOfText> => call(texts.copies[":copyId"].$get({ param: { kind: ref.kind, id: ref.id, copyId } })),
    enabled,
  });

/** Saving is the editor's own affair: it waits for the connection, and is told of another's save. */
export const saveText = (ref: TextRef, json: SaveInput): Promise<Saved> => call(texts.$put({ param: at(ref), json }));

function useChanged() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [KEY] });
}

/** What members read has changed with it; what was asked of the draft that is no more is not asked again. */
function usePublished() {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({ predicate: ({ queryKey: [key, what] }) => key !== KEY || !OF_DRAFT.includes(String(what)) });
}
const OF_DRAFT = ["change", "preview", "presence"];

/** Asks for a text again: its draft has just begun. */
export function useRefreshText(ref: TextRef) {
  const client = useQueryClient();
  const { kind, id } = ref;
  return useCallback(() => client.invalidateQueries({ queryKey: [KEY, "text", kind, id] }), [client, kind, id]);
}

export const useSubmit = (ref: TextRef) =>
  useMutation({ mutationFn: (json: SubmitInput) => call(texts.submit.$post({ param: at(ref), json })), onSettled: useChanged() });
export const useReturn = (ref: TextRef) =>
  useMutation({ mutationFn: (json: ReturnInput) => call(texts.return.$post({ param: at(ref), json })), onSettled: useChanged() });
export function usePublish(ref: TextRef) {
  const published = usePublished();
  return useMutation({
    mutationFn: (json: PublishInput): Promise<{ id: string }> => call(texts.publish.$post({ param: at(ref), json })),
    // not waited for: with the draft the panel goes that then leads on
    onSettled: () => void published(),
  });
}
export const useUnschedule = (ref: TextRef) =>
  useMutation({
    mutationFn: (version: number) => call(texts.unschedule.$post({ param: at(ref), json: { version } })),
    onSettled: useChanged(),
  });
export const useDiscard = (ref: TextRef) =>
  useMutation({
    mutationFn: (version: number) => call(texts.discard.$post({ param: at(ref), json: { version } })),
    onSettled: useChanged(),
  });
export const useRestore = (ref: TextRef) =>
  useMutation({
    mutationFn: (number: number) => call(texts.restore.$post({ param: at(ref), json: { number } })),
    onSettled: useChanged(),
  });
export const useRetire = (ref: TextRef) =>
  useMutation({
    mutationFn: (retired: boolean) => call(texts.retire.$post({ param: at(ref), json: { retired } })),
    onSettled: usePublished(),
  });
export const useSettle = (ref: TextRef) =>
  useMutation({
    mutationFn: (take: SettleInput["take"]) => call(texts.settle.$post({ param: at(ref), json: { take } })),
    onSettled: useChanged(),
  });
export const useAddRemark = (ref: TextRef) =>
  useMutation({
    mutationFn: (json: RemarkInput) => call(texts.remarks.$post({ param: at(ref), json })),
    onSettled: useChanged(),
  });
export const useSettleRemark = (ref: TextRef) =>
  useMutation({
    mutationFn: (remarkId: string) => call(texts.remarks[":remarkId"].settle.$post({ param: { ...at(ref), remarkId } })),
    onSettled: useChanged(),
  });

export const useMoveLesson = () =>
  useMutation({
    mutationFn: ({ id, number }: { id: string; number: number }) =>
      call(api.authoring.lessons[":id"].move.$post({ param: { id }, json: { number } })),
    onSettled: usePublished(),
  });
export const useMoveModule = () =>
  useMutation({
    mutationFn: ({ id, number }: { id: number; number: number }) =>
      call(api.authoring.modules[":id"].move.$post({ param: { id: String(id) }, json: { number } })),
    onSettled: usePublished(),
  });
/** Begins a module, or changes what this one says of itself. */
export const useWriteModule = (id: number | null) =>
  useMutation({
    mutationFn: (json: NewModuleInput): Promise<unknown> => {
      const { degree: _, ...head } = json;
      return id === null
        ? call(api.authoring.modules.$post({ json }))
        : call(api.authoring.modules[":id"].$put({ param: { id: String(id) }, json: head }));
    },
    onSettled: usePublished(),
  });
export const useRemoveModule = (id: number) =>
  useMutation({
    mutationFn: () => call(api.authoring.modules[":id"].$delete({ param: { id: String(id) } })),
    onSettled: useChanged(),
  });
export const useStartLesson = () =>
  useMutation({
    mutationFn: (json: NewLessonInput): Promise<{ id: string }> => call(api.authoring.lessons.$post({ json })),
    onSettled: useChanged(),
  });
export const useStartText = () =>
  useMutation({
    mutationFn: (json: NewTextInput): Promise<{ id: string }> => call(api.authoring.texts.$post({ json })),
    onSettled: useChanged(),
  });
export const useStartQuestion = () =>
  useMutation({
    mutationFn: (json: AskedText): Promise<{ id: string }> => call(api.authoring.questions.$post({ json })),
    onSettled: useChanged(),
  });

export const useAuthors = () =>
  useQuery({
    queryKey: ["admin", "authors"],
    queryFn: (): Promise<AuthorList> => call(api.admin.authors.$get()),
  });
export function useGiveAuthorPart() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: AuthorInput): Promise<AuthorList> => call(api.admin.authors.$put({ json })),
    onSuccess: (list) => client.setQueryData(["admin", "authors"], list),
  });
}
