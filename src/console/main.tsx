import './styles/console.css';
import { startConsole } from './startup/start-console.tsx';

void startConsole();
