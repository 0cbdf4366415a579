import { embed } from "./embed";

embed(document.getElementById("app")!);
