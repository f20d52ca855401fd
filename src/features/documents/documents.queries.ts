import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { JudgedAnswer } from "#app/features/courses/courses.answers.ts";
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

/** Sends an answer to a question of a document; what was solved stays so on the page. */
export function useAnswerDocument(documentId: string) {
  const client = useQueryClient();
  return useCallback(
    async (questionId: string, given: string[]): Promise<JudgedAnswer> => {
      const judged = await call(
        api.documents[":documentId"].questions[":questionId"].answer.$post({
          param: { documentId, questionId },
          json: { given },
        }),
      );
      if (judged.right) void client.invalidateQueries({ queryKey: documentQuery(documentId).queryKey, refetchType: "none" });
      return judged;
    },
    [client, documentId],
  );
}
