import { useMutation } from "@tanstack/react-query";
import { api, call } from "../../lib/api.ts";

export const useSubscribe = () => useMutation({ mutationFn: (email: string) => call(api.newsletter.$post({ json: { email } })) });
