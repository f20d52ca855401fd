import { CSPProvider } from "@base-ui/react/csp-provider";
import { Select } from "@base-ui/react/select";
import { useFloating } from "./back-closes.ts";
import { Icon } from "./icons.tsx";

type Props<Value extends string> = {
  /** Names the choice for those who do not see what is around it, such as "Permissão de Ivo Braga". */
  label: string;
  value: Value;
  options: Record<Value, string>;
  onChange: (value: Value) => void;
  disabled?: boolean;
};

/** A value that can be changed in place, as in a table's cell: quiet until one points at it. */
export function InlineSelect<Value extends string>({ label, value, options, onChange, disabled = false }: Props<Value>) {
  const items = (Object.entries(options) as [Value, string][]).map(([each, text]) => ({ value: each, label: text }));
  const floating = useFloating();
  return (
    // our policy allows no <style> elements; what they would hide needs no hiding here
    <CSPProvider disableStyleElements>
      <Select.Root
        items={items}
        value={value}
        disabled={disabled}
        modal={false}
        {...floating}
        onValueChange={(next) => {
          if (next !== null && next !== value) onChange(next);
        }}
      >
        <Select.Trigger className="pick" aria-label={label}>
          <Select.Value />
          {!disabled && (
            <Select.Icon className="pick-icon">
              <Icon name="down" />
            </Select.Icon>
          )}
        </Select.Trigger>
        <Select.Portal>
          <Select.Positioner className="float" sideOffset={4} alignItemWithTrigger={false}>
            <Select.Popup className="float-list">
              <Select.List>
                {items.map((item) => (
                  <Select.Item key={item.value} value={item.value} className="float-item">
                    <Select.ItemText>{item.label}</Select.ItemText>
                    <Select.ItemIndicator>
                      <Icon name="check" />
                    </Select.ItemIndicator>
                  </Select.Item>
                ))}
              </Select.List>
            </Select.Popup>
          </Select.Positioner>
        </Select.Portal>
      </Select.Root>
    </CSPProvider>
  );
}
