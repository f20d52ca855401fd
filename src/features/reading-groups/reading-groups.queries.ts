import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { Group, GroupKit, GroupList, GroupTexts } from "./reading-groups.answers.ts";
import type { GroupInput, NewGroupInput } from "./reading-groups.schema.ts";

const KEY = "reading-groups";
const groups = api["reading-groups"];

const groupQuery = (groupId: string) =>
  queryOptions({
    queryKey: [KEY, groupId],
    queryFn: (): Promise<Group> => call(groups[":groupId"].$get({ param: { groupId } })),
  });

export const useGroups = () => useQuery({ queryKey: [KEY], queryFn: (): Promise<GroupList> => call(groups.$get()) });
export const useGroup = (groupId: string) => useQuery(groupQuery(groupId));
export const useGroupKit = (groupId: string) =>
  useQuery({
    queryKey: [KEY, groupId, "kit"],
    queryFn: (): Promise<GroupKit> => call(groups[":groupId"].kit.$get({ param: { groupId } })),
  });
export const useGroupTexts = () =>
  useQuery({ queryKey: [KEY, "texts"], queryFn: (): Promise<GroupTexts> => call(groups.texts.$get()) });

/** The list, the group, and the lines of the panel and the week that name its text. */
function useChanged() {
  const client = useQueryClient();
  return () => {
    for (const key of ["dashboard", "week"]) void client.invalidateQueries({ queryKey: [key] });
    return client.invalidateQueries({ queryKey: [KEY] });
  };
}

export const useOpenGroup = () =>
  useMutation({ mutationFn: (json: NewGroupInput) => call(groups.$post({ json })), onSuccess: useChanged() });

export const useChangeGroup = (groupId: string) =>
  useMutation({
    mutationFn: (json: GroupInput) => call(groups[":groupId"].$put({ param: { groupId }, json })),
    onSettled: useChanged(),
  });

export const useCloseGroup = (groupId: string) =>
  useMutation({
    mutationFn: () => call(groups[":groupId"].close.$post({ param: { groupId } })),
    onSettled: useChanged(),
  });

export const usePassGroup = (groupId: string) =>
  useMutation({
    mutationFn: (memberId: string) => call(groups[":groupId"].keeper.$put({ param: { groupId }, json: { memberId } })),
    onSettled: useChanged(),
  });

export const useJoinGroup = (groupId: string) =>
  useMutation({
    mutationFn: (showsReading: boolean) =>
      call(groups[":groupId"].membership.$put({ param: { groupId }, json: { showsReading } })),
    onSettled: useChanged(),
  });

export const useLeaveGroup = (groupId: string) =>
  useMutation({
    mutationFn: () => call(groups[":groupId"].membership.$delete({ param: { groupId } })),
    onSettled: useChanged(),
  });

export const useBeginTopic = (groupId: string) =>
  useMutation({
    mutationFn: (number: number) =>
      call(groups[":groupId"].weeks[":number"].topic.$post({ param: { groupId, number: String(number) } })),
    onSettled: useChanged(),
  });
