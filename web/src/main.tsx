import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import "./theme/mantine.css";
import "virtual:theme.css";
import "./theme/global.css";

const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
