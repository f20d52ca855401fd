import { Combobox } from "@base-ui/react/combobox";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { type ReactNode, type Ref, useId } from "react";
import { useFloating } from "./back-closes.ts";
import { Icon } from "./icons.tsx";

type Props<Item> = {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  placeholder?: string;
  disabled?: boolean;
  /** What the search has found so far. */
  items: Item[];
  value: Item | null;
  onChange: (value: Item | null) => void;
  /** Called with what is typed; the caller searches, and passes the new `items`. */
  onSearch: (text: string) => void;
  /** Said in the list while it searches, when nothing was found, or when the search failed; null otherwise. */
  status: string | null;
  idOf: (item: Item) => string;
  textOf: (item: Item) => string;
  children: (item: Item) => ReactNode;
  inputRef?: Ref<HTMLInputElement>;
};

/** A dropdown over a list too long to show: what is typed is looked for on the server. */
export function SearchSelect<Item>(props: Props<Item>) {
  const { label, help, error, placeholder, disabled, items, value, status, idOf, textOf, children } = props;
  const id = useId();
  const floating = useFloating();
  const helpId = help ? `${id}-help` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const shown = value && !items.some((item) => idOf(item) === idOf(value)) ? [...items, value] : items;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {help && (
        <div className="help" id={helpId}>
          {help}
        </div>
      )}
      <CSPProvider disableStyleElements>
        <Combobox.Root
          items={shown}
          value={value}
          filter={null}
          disabled={disabled}
          {...floating}
          autoHighlight
          itemToStringLabel={textOf}
          isItemEqualToValue={(item: Item, other: Item) => idOf(item) === idOf(other)}
          onValueChange={(next: Item | null) => props.onChange(next)}
          onInputValueChange={(text, { reason }) => props.onSearch(reason === "item-press" ? "" : text)}
        >
          <Combobox.InputGroup className="with-button">
            <Combobox.Input
              id={id}
              ref={props.inputRef}
              className="input"
              placeholder={placeholder}
              aria-describedby={[helpId, errorId].filter(Boolean).join(" ") || undefined}
              aria-invalid={error ? true : undefined}
            />
            <Combobox.Trigger className="icon-btn" aria-label={`Abrir a lista: ${label.replace(/ \*$/, "")}`}>
              <Icon name="down" />
            </Combobox.Trigger>
          </Combobox.InputGroup>
          <Combobox.Portal>
            <Combobox.Positioner className="float" sideOffset={4}>
              <Combobox.Popup className="float-list float-search">
                <Combobox.Status className="float-status meta">{status}</Combobox.Status>
                <Combobox.List>
                  {(item: Item) => (
                    <Combobox.Item key={idOf(item)} value={item} className="float-item">
                      {children(item)}
                      <Combobox.ItemIndicator>
                        <Icon name="check" />
                      </Combobox.ItemIndicator>
                    </Combobox.Item>
                  )}
                </Combobox.List>
              </Combobox.Popup>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
      </CSPProvider>
      {error && (
        <p className="err" id={errorId}>
          <Icon name="alert" />
          {error}
        </p>
      )}
    </div>
  );
}
