import { queryOptions, useMutation as useAnyMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { type UploadOptions, upload } from "#app/lib/upload.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { LibraryCategory, LibraryList, LibraryRecord, LibraryText, UploadedFile } from "./library.answers.ts";
import type { ItemInput, NewItemInput, UploadKind } from "./library.schema.ts";

const ALL = ["library"];

const itemsQuery = queryOptions({
  queryKey: [...ALL, "items"],
  queryFn: (): Promise<LibraryList> => call(api.library.items.$get()),
});

const itemQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, "item", id],
    queryFn: (): Promise<LibraryRecord> => call(api.library.items[":id"].$get({ param: { id } })),
  });

const categoriesQuery = queryOptions({
  queryKey: [...ALL, "categories"],
  queryFn: (): Promise<{ categories: LibraryCategory[] }> => call(api.library.categories.$get()),
});

export const useLibrary = () => useQuery(itemsQuery);
export const useLibraryItem = (id: string) => useQuery(itemQuery(id));
export const useCategories = () => useQuery(categoriesQuery);

/** Loads a record before it is asked for: the pointer or the focus is on its card. */
export function usePrefetchItem() {
  const client = useQueryClient();
  return (id: string) => void client.prefetchQuery(itemQuery(id));
}

/** Adds an item, or changes the one with this id. */
export function useSaveItem(id: string | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: NewItemInput | ItemInput): Promise<LibraryRecord> =>
      id === undefined
        ? call(api.library.items.$post({ json: withoutNulls(json) }))
        : call(api.library.items[":id"].$put({ param: { id }, json: withoutNulls(json as ItemInput) })),
    onSuccess: async (record) => {
      client.setQueryData(itemQuery(record.id).queryKey, record);
      await client.invalidateQueries({ queryKey: ALL, predicate: ({ queryKey }) => queryKey[1] !== "item" });
    },
  });
}

/** The schema reads empty fields as null; on the way to the server they are empty again. */
const withoutNulls = <Input extends NewItemInput>({ otherTitles, year, language, about, ...fields }: Input) => {
  const { link, whereToFind, text, ...json } = fields;
  return {
    ...json,
    otherTitles: otherTitles ?? "",
    year: year ?? "",
    language: language ?? "",
    about: about ?? "",
    link: link ?? "",
    whereToFind: whereToFind ?? "",
    text: text ?? "",
  };
};

export function useDeleteItem(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.library.items[":id"].$delete({ param: { id } })),
    onSuccess: async () => {
      client.removeQueries({ queryKey: itemQuery(id).queryKey });
      await client.invalidateQueries({ queryKey: ALL, predicate: ({ queryKey }) => queryKey[1] !== "item" });
    },
  });
}

export const usePreview = () =>
  useMutation({ mutationFn: (text: string): Promise<LibraryText> => call(api.library.preview.$post({ json: { text } })) });

/** A plain mutation: files cannot be distinguished by their JSON, and the field is disabled while one is being sent. */
export const useUpload = (kind: UploadKind) =>
  useAnyMutation({
    mutationFn: ({ file, ...options }: { file: File } & UploadOptions): Promise<UploadedFile> =>
      upload(`/api/library/uploads/${kind}`, file, options),
  });
