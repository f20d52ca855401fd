import type { ComponentProps } from "react";
import { Button } from "./button.tsx";

/**
 * A form's own button. Pressing it leaves the focus where it was: else the field that is left would be judged first, and the
 * message that then appears above the button would move it away from under the pointer, so that the press is lost.
 */
export function SubmitButton(props: Omit<ComponentProps<typeof Button>, "type">) {
  return <Button type="submit" onMouseDown={(event) => event.preventDefault()} {...props} />;
}
