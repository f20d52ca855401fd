import { Menu } from "@base-ui/react/menu";
import { useFloating } from "./back-closes.ts";
import { Icon } from "./icons.tsx";

export type MenuAction = { label: string; onSelect: () => void; danger?: boolean };

/** A button that opens what can be done with one line of a list. `label` names the line: "Ações para Ivo Braga". */
export function ActionMenu({ label, actions }: { label: string; actions: MenuAction[] }) {
  const floating = useFloating();
  return (
    <Menu.Root modal={false} {...floating}>
      <Menu.Trigger className="pick pick-button" aria-label={label}>
        Ações
        <span className="pick-icon">
          <Icon name="down" />
        </span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="float" sideOffset={4} align="end">
          <Menu.Popup className="float-list">
            {actions.map(({ label: text, onSelect, danger }) => (
              <Menu.Item key={text} className={`float-item ${danger ? "danger" : ""}`} onClick={onSelect}>
                {text}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
