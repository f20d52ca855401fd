import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { House, SettingsPage } from "./settings.answers.ts";
import type { SettingKey } from "./settings.schema.ts";

const settingsQuery = queryOptions({
  queryKey: ["admin", "settings"],
  queryFn: (): Promise<SettingsPage> => call(api.admin.settings.$get()),
});
export const useSettings = () => useQuery(settingsQuery);

const houseQuery = queryOptions({ queryKey: ["house"], queryFn: (): Promise<House> => call(api.house.$get()) });
export const useHouse = () => useQuery(houseQuery);

export function useChangeSetting() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, value }: { key: SettingKey; value: string }): Promise<SettingsPage> =>
      call(api.admin.settings[":key"].$put({ param: { key }, json: { value } })),
    onSuccess: (page) => {
      client.setQueryData(settingsQuery.queryKey, page);
      void client.invalidateQueries({ queryKey: ["admin"] });
      void client.invalidateQueries({ queryKey: houseQuery.queryKey });
    },
  });
}
