import type { ComponentProps, MouseEvent } from "react";
import { type ButtonLook, buttonClass } from "./button-class";

type ButtonProps = ButtonLook &
  Omit<ComponentProps<"button">, "disabled" | "className"> & {
    isDisabled?: boolean;
    /** Keeps the focus and does nothing when pressed: what was asked for is on its way. */
    isPending?: boolean;
  };

/** A button of the browser in our looks. */
export function Button(props: ButtonProps) {
  const { variant, size, isIconOnly, fullWidth, className, ...others } = props;
  const { isDisabled = false, isPending = false, type = "button", onClick, ...rest } = others;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // Not every browser does, and a dialog gives the focus back to what had it.
    event.currentTarget.focus({ preventScroll: true });
    if (isPending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      disabled={isDisabled}
      onClick={press}
      className={buttonClass({
        ...(variant === undefined ? {} : { variant }),
        ...(size === undefined ? {} : { size }),
        isIconOnly: isIconOnly ?? false,
        fullWidth: fullWidth ?? false,
        className: className ?? "",
      })}
      {...(isPending ? { "aria-disabled": true, "data-pending": true } : {})}
    />
  );
}
