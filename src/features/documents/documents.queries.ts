import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import type { DocumentList, DocumentText } from "./documents.answers.ts";

const documentsQuery = queryOptions({
  queryKey: ["documents"],
  queryFn: (): Promise<DocumentList> => call(api.documents.$get()),
});

const documentQuery = (documentId: string) =>
  queryOptions({
    queryKey: ["documents", documentId],
    queryFn: (): Promise<DocumentText> => call(api.documents[":documentId"].$get({ param: { documentId } })),
  });

export const useDocuments = () => useQuery(documentsQuery);
export const useDocument = (documentId: string) => useQuery(documentQuery(documentId));
